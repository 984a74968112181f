"""A device: sends each line of its input and prints each reply. Python 3.11, Debian's python3-websockets.

BEAVER_WS_URL=ws://127.0.0.1:18080/api/channels/terminal-dev/ws TERMINAL_PEER_ID=device-001 python3 device.py
"""
import asyncio, contextlib, json, os, random, sys, time
import websockets

URL, PEER = os.environ["BEAVER_WS_URL"], os.environ["TERMINAL_PEER_ID"]
STATE = os.environ.get("TERMINAL_STATE", "device-state.json")
HEARTBEAT = float(os.environ.get("TERMINAL_HEARTBEAT", 30))


def log(*words):
    print(*words, file=sys.stderr, flush=True)


class Device:
    def __init__(self):
        self.socket, self.tries, self.answered = None, 0, asyncio.Event()
        self.counter, self.waiting = 0, None  # waiting: the message that has no answer yet
        with contextlib.suppress(FileNotFoundError), open(STATE) as file:
            self.__dict__.update(json.load(file))

    def keep(self, counter, waiting):
        self.counter, self.waiting = counter, waiting
        with open(STATE + ".new", "w") as file:
            json.dump({"counter": counter, "waiting": waiting}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(STATE + ".new", STATE)  # all of it or nothing

    async def talk(self):
        if self.waiting:  # since before a restart
            await self.answered.wait()
        while line := await asyncio.to_thread(sys.stdin.readline):
            await self.ask(self.counter + 1, line.rstrip("\n"))
            await self.answered.wait()

    async def ask(self, counter, text):
        self.answered.clear()
        self.keep(counter, {"type": "message", "message_id": f"{PEER}-{counter:06d}", "text": text})  # before sending
        await self.send(self.waiting)

    async def send(self, frame):
        if self.socket:  # without a connection it is sent after the next "connected"
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.socket.send(json.dumps(frame))

    async def pause(self):  # about 1, 2, 4, 8, 16, 30, 30 ... seconds
        self.tries += 1
        await asyncio.sleep(min(30, 2 ** (self.tries - 1)) * random.uniform(0.8, 1.2))

    async def beat(self):
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.send({"type": "ping"})

    async def live(self):
        while True:
            try:
                async with websockets.connect(URL, close_timeout=1) as socket:
                    await socket.send(json.dumps({"type": "connect", "peer_id": PEER, "capabilities": ["text"]}))
                    while True:  # silence for two heartbeats is the end of a connection, too
                        await self.hear(socket, json.loads(await asyncio.wait_for(socket.recv(), 2 * HEARTBEAT)))
            except (OSError, websockets.WebSocketException) as lost:
                self.socket = None
                log("disconnected:", repr(lost))
                if getattr(lost, "code", None) == 4409:  # another device has our peer id
                    await asyncio.sleep(30)
                else:
                    await self.pause()

    async def hear(self, socket, frame):
        kind, id = frame.get("type"), frame.get("message_id")
        mine = self.waiting is not None and id == self.waiting["message_id"]
        if kind == "connected":
            self.socket, self.tries = socket, 0
            if self.waiting:
                await self.send(self.waiting)
        elif kind == "error" and self.socket and self.waiting and (mine or not id):
            self.show("error: " + frame["error"])
        elif kind == "error":
            log("error:", frame["error"])
        elif kind == "message" and mine:
            self.show(frame["text"])
        elif kind == "ack" and mine and frame.get("code") == "id_reused":  # our counter was lost: pass all it gave out
            await self.ask(int(time.time()), self.waiting["text"])
        elif kind == "ack" and mine and "reply" in frame:
            self.show(frame["reply"])
        elif kind == "ack" and mine and "error" in frame:  # not recorded: the same id again
            log("refused:", frame["error"])
            await self.pause()
            await self.send(self.waiting)
        # All else means waiting on: accepted, pending, pong, and whatever a newer gateway may say.

    def show(self, text):
        print(text, flush=True)
        self.keep(self.counter, None)  # after showing: a crash in between shows it twice, never not at all
        self.tries = 0
        self.answered.set()


async def main():
    device = Device()
    tasks = [asyncio.create_task(task) for task in (device.talk(), device.live(), device.beat())]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    done.pop().result()  # the input has ended; or an error nobody expected

asyncio.run(main())
