"""Uploads, submits, waits, cancels and lists as a user of requests would. Arguments: base address, key, file."""

import sys
import time

import requests

base, key, path = sys.argv[1:4]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {key}"


def ask(method, address, status=200, **more):
    reply = session.request(method, base + address, timeout=60, **more)
    assert reply.status_code == status, f"{method} {address}: {reply.status_code} {reply.text}"
    return reply.json()


with open(path, "rb") as file:
    uploaded = ask("POST", "/uploads", files={"file": file})
assert uploaded["file_key"].startswith("api/audio/"), uploaded
with open(path, "rb") as file:
    assert requests.get(uploaded["url"], timeout=60).content == file.read()
ask("POST", "/uploads", status=400, files={"file": b"no sound, no picture, " * 300_000})
ask("GET", "/account")
ask("GET", "/account")
speech = {"script": "Good morning.", "voice_id": "en-test"}
first = ask("POST", "/text-to-speech", json=speech, headers={"Idempotency-Key": "requests"})
again = ask("POST", "/text-to-speech", json=speech, headers={"Idempotency-Key": "requests"})
assert first["id"] == again["id"]
while ask("GET", f"/jobs/{first['id']}")["status"] not in ("succeeded", "failed", "canceled"):
    time.sleep(0.05)
job = ask("GET", f"/jobs/{first['id']}")
assert job["status"] == "succeeded" and job["error"] is None, job
ask("POST", f"/jobs/{first['id']}/cancel", status=400)
ask("POST", "/text-to-speech", status=422, json={**speech, "surprise": 1})
assert ask("GET", "/jobs", params={"limit": 1})["jobs"][0]["id"] == first["id"]
print("ok")
