"""The smallest device that loses nothing: sends each line of its input, prints each reply. Needs python3-websockets."""
import asyncio, json, os, random, sys, websockets

URL, PEER, FILE = os.environ["BEAVER_WS_URL"], os.environ["TERMINAL_PEER_ID"], "device-state.json"
state = json.load(open(FILE)) if os.path.exists(FILE) else {"counter": 0, "waiting": None}
pause = 1  # seconds before the next try to connect

def keep(**changes):  # before sending, and after showing
    state.update(changes)
    with open(FILE + ".new", "w") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(FILE + ".new", FILE)

async def converse(socket):
    global pause
    await socket.send(json.dumps({"type": "connect", "peer_id": PEER, "capabilities": ["text"]}))
    while json.loads(await socket.recv())["type"] != "connected":
        pass
    pause = 1
    while state["waiting"] or (line := await asyncio.to_thread(sys.stdin.readline)):
        if not state["waiting"]:
            id = f"{PEER}-{state['counter'] + 1:06d}"
            message = {"type": "message", "message_id": id, "text": line.rstrip("\n")}
            keep(counter=state["counter"] + 1, waiting=message)
        await socket.send(json.dumps(state["waiting"]))
        while state["waiting"]:  # accepted or pending: wait on; what is not ours or not known: ignore it
            frame = json.loads(await socket.recv())
            if frame.get("message_id") == state["waiting"]["message_id"]:
                if frame["type"] == "message" or "reply" in frame or frame["type"] == "error":
                    print(frame.get("reply") or frame.get("text") or frame["error"], flush=True)
                    keep(waiting=None)
                elif "error" in frame:  # an ack that says no: the same id again, later
                    await asyncio.sleep(5)
                    await socket.send(json.dumps(state["waiting"]))

async def main():
    global pause
    while True:
        try:
            async with websockets.connect(URL, ping_interval=30) as socket:  # finds a dead connection, too
                return await converse(socket)
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))
            pause = min(2 * pause, 30)

asyncio.run(main())
