"""The same by aiohttp, with ten uploads at once. Arguments: base address, key, file."""

import asyncio
import sys

import aiohttp

base, key, path = sys.argv[1:4]


async def upload(session, **part):
    form = aiohttp.FormData()
    with open(path, "rb") as file:
        form.add_field("file", file, **part)
        async with session.post(base + "/uploads", data=form) as reply:
            body = await reply.json()
            assert reply.status == 200, body
            return body["file_key"]


async def main():
    async with aiohttp.ClientSession(headers={"X-API-Key": key}) as session:
        forms = [{}, {"filename": "a"}, {"content_type": "audio/wav"}, {"filename": "voice.wav"}, {}]
        keys = await asyncio.gather(*(upload(session, **form) for form in forms * 2))
        assert len(set(keys)) == 10, keys
        body = {"voice_sample_key": keys[0], "script": "Good morning."}
        async with session.post(base + "/voice-clone", json=body) as reply:
            assert reply.status == 200, await reply.text()
            job = await reply.json()
        async with session.get(base.removesuffix("/api/v1") + job["status_url"]) as reply:
            assert (await reply.json())["id"] == job["id"]


asyncio.run(main())
print("ok")
