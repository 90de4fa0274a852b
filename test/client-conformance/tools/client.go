// Uploads in three ways and submits as a user of net/http would. Arguments: base address, key, file.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"
)

var base, key = os.Args[1], os.Args[2]

func ask(method, address, contentType string, body io.Reader, status int) map[string]any {
	request, err := http.NewRequest(method, base+address, body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+key)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	reply, err := http.DefaultClient.Do(request)
	check(err)
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	check(err)
	if reply.StatusCode != status {
		check(fmt.Errorf("%s %s: %d %s", method, address, reply.StatusCode, text))
	}
	var result map[string]any
	check(json.Unmarshal(text, &result))
	return result
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	file, err := os.ReadFile(os.Args[3])
	check(err)
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "voice.wav")
	part.Write(file)
	writer.Close()
	ask("POST", "/uploads", writer.FormDataContentType(), &form, 200)

	form.Reset()
	writer = multipart.NewWriter(&form)
	part, _ = writer.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"`}})
	part.Write(file)
	writer.Close()
	ask("POST", "/uploads", writer.FormDataContentType(), &form, 200)

	reader, pipe := io.Pipe()
	streamed := multipart.NewWriter(pipe)
	go func() {
		part, _ := streamed.CreateFormFile("file", "voice.wav")
		part.Write(file)
		streamed.Close()
		pipe.Close()
	}()
	ask("POST", "/uploads", streamed.FormDataContentType(), reader, 200)

	speech := `{"script":"Good morning.","voice_id":"en-test"}`
	job := ask("POST", "/text-to-speech", "application/json", strings.NewReader(speech), 200)
	ask("GET", "/jobs/"+job["id"].(string), "", nil, 200)
	ask("GET", "/jobs/unknown", "", nil, 404)
	fmt.Println("ok")
}
