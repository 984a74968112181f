import type { ToolResult } from '../protocol/wire/activity.ts';
import type { FileShown } from '../protocol/wire/http.ts';
import type { EventId, SessionId } from '../protocol/wire/ids.ts';
import { paths } from '../protocol/wire/paths.ts';
import type { Gateway, Outcome } from './Gateway.ts';

/** What stands behind a row of the activity: the file it is about, and the whole of a result. */
export class FileViews {
  constructor(private readonly gateway: Gateway) {}

  /** As the file is now. */
  file(session: SessionId, path: string, lines: { start?: number; end?: number } = {}): Promise<Outcome<FileShown>> {
    return this.gateway.get<FileShown>(paths.file(session, path, lines));
  }

  result(event: EventId): Promise<Outcome<ToolResult>> {
    return this.gateway.get<ToolResult>(paths.result(event));
  }

  /** For a link: the browser loads it by itself. */
  download(session: SessionId, path: string): string {
    return paths.download(session, path);
  }
}
