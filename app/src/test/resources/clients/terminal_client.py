"""The client of the terminal integration guide, its pseudo-code made to run with python3-websockets.

It reads texts from its input, one a line, prints each reply, and reconnects with backoff. What is for diagnosis goes to
its error output.
"""
import asyncio
import json
import os
import sys

import websockets

BEAVER_WS_URL = os.environ["BEAVER_WS_URL"]
PEER_ID = os.environ.get("TERMINAL_PEER_ID", "device-001")
DEVICE_NAME = os.environ.get("TERMINAL_DEVICE_NAME", "desk-terminal")

counter = 0
backoff = 1


def log(*words):
    print("log:", *words, file=sys.stderr, flush=True)


def next_backoff():
    global backoff
    seconds, backoff = backoff, min(30, backoff * 2)
    return seconds


async def receive_json(ws):
    return json.loads(await ws.recv())


async def send_json(ws, frame):
    await ws.send(json.dumps(frame, ensure_ascii=False))


async def run_terminal_client(texts):
    global backoff
    waiting = None
    while True:
        try:
            async with websockets.connect(BEAVER_WS_URL) as ws:
                await send_json(ws, {
                    "type": "connect",
                    "peer_id": PEER_ID,
                    "device_name": DEVICE_NAME,
                    "capabilities": ["text"],
                })
                connected = await receive_json(ws)
                assert connected["type"] == "connected"
                backoff = 1
                log("session_id", connected["session_id"])
                while True:
                    if waiting is None:
                        waiting = await texts.get()
                    if waiting == "":
                        return
                    print(await send_user_text(ws, waiting), flush=True)
                    waiting = None
        except (OSError, websockets.WebSocketException) as exc:
            log("websocket disconnected", exc)
            await asyncio.sleep(next_backoff())


async def send_user_text(ws, text):
    global counter
    counter += 1
    message_id = f"{PEER_ID}-{counter:06d}"
    await send_json(ws, {"type": "message", "message_id": message_id, "text": text})
    while True:
        frame = await receive_json(ws)
        if frame["type"] == "ack" and frame.get("message_id") == message_id:
            if frame.get("reply"):
                return frame["reply"]
            continue
        if frame["type"] == "message" and frame.get("role") == "assistant":
            if frame.get("message_id") == message_id:
                log("run_id", frame["run_id"])
                return frame.get("text", "")
        if frame["type"] == "error":
            raise RuntimeError(frame.get("error", "unknown error"))


async def main():
    texts = asyncio.Queue()
    loop = asyncio.get_running_loop()

    async def read():
        while True:
            line = await loop.run_in_executor(None, sys.stdin.readline)
            await texts.put(line.rstrip("\n"))
            if not line:
                return

    reading = asyncio.create_task(read())
    await run_terminal_client(texts)
    await reading


asyncio.run(main())
