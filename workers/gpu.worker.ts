/** The GPU worker's entry: web-llm lives here and nowhere else, so that the page never waits for its six megabytes. */
import { MLCEngine } from '@mlc-ai/web-llm';
import { appendInPlace } from '../src/models/web-llm/worker/append-in-place.ts';
import { DeviceWatch } from '../src/models/web-llm/worker/device-watch.ts';
import { EngineHost } from '../src/models/web-llm/worker/engine-host.ts';
import type { EngineCommand, EngineReply } from '../src/models/web-llm/engine-protocol.ts';

appendInPlace();
const post = (reply: EngineReply): void => self.postMessage(reply);
const devices = new DeviceWatch({
  lost: (message) => post({ type: 'lost', message }),
  trouble: (message) => post({ type: 'trouble', message }),
});
const host = new EngineHost(new MLCEngine({ logLevel: 'SILENT' }), devices, post);
self.onmessage = ({ data }: MessageEvent<EngineCommand>) => void host.handle(data);
