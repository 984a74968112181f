import type { OutboxStore, Waiting } from '../protocol/link/outbox.ts';
import type { MessageId, SessionId } from '../protocol/wire/ids.ts';

const NAME = 'switchboard';
const ROWS = 'outbox';

/** The outbox in IndexedDB, shared by all tabs of this browser. */
export class DiskOutbox implements OutboxStore {
  #open: Promise<IDBDatabase> | undefined;

  async put(row: Waiting): Promise<void> {
    await this.#run((rows) => rows.put(row));
  }

  async remove(id: MessageId): Promise<boolean> {
    let wasThere = false;
    await this.#run((rows) => {
      const found = rows.count(id);
      found.onsuccess = () => {
        wasThere = found.result > 0;
      };
      return rows.delete(id);
    });
    return wasThere;
  }

  async refuse(id: MessageId, why: string): Promise<void> {
    await this.#run((rows) => {
      const found: IDBRequest<Waiting | undefined> = rows.get(id);
      found.onsuccess = () => {
        if (found.result !== undefined) {
          rows.put({ ...found.result, refused: why });
        }
      };
      return found;
    });
  }

  async oldest(session: SessionId): Promise<Waiting | undefined> {
    const rows = await this.all();
    return rows.find((row) => row.session === session && row.refused === undefined);
  }

  async all(): Promise<readonly Waiting[]> {
    const rows = await this.#run<unknown[]>((all) => all.getAll());
    return rows.filter(isWaiting).sort((a, b) => a.at - b.at);
  }

  /** Await nothing foreign inside: the transaction would be over. */
  async #run<T>(ask: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const db = await this.#database();
    return new Promise((done, fail) => {
      const change = db.transaction(ROWS, 'readwrite', { durability: 'strict' });
      const request = ask(change.objectStore(ROWS));
      change.oncomplete = () => done(request.result); // not request.onsuccess: only now is it written
      change.onabort = () => fail(change.error ?? new Error('the browser did not store it'));
    });
  }

  #database(): Promise<IDBDatabase> {
    const lost = () => {
      this.#open = undefined;
    };
    this.#open ??= opened(lost);
    this.#open.catch(lost); // the next one who asks tries again
    return this.#open;
  }
}

/** @param lost the browser closed it: the next one who asks opens it again */
function opened(lost: () => void): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS, { keyPath: 'id' });
    request.onerror = () => fail(request.error ?? new Error('the browser keeps nothing for this page'));
    request.onsuccess = () => {
      const db = request.result;
      db.onclose = lost;
      // A newer page wants to change the tables: it must not wait for this tab.
      db.onversionchange = () => {
        db.close();
        lost();
      };
      done(db);
    };
  });
}

/** What an older page, or somebody by hand, has written is looked at first. */
function isWaiting(row: unknown): row is Waiting {
  return (
    typeof row === 'object' &&
    row !== null &&
    ['id', 'session', 'text'].every((name) => typeof Reflect.get(row, name) === 'string') &&
    typeof Reflect.get(row, 'at') === 'number'
  );
}
