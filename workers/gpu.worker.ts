/** The GPU worker's entry: web-llm lives here and nowhere else, so that the page never waits for its six megabytes. */
import { MLCEngine } from '@mlc-ai/web-llm';
import { expose } from 'comlink';
import { appendInPlace } from '../src/models/web-llm/worker/append-in-place.ts';
import { DeviceWatch } from '../src/models/web-llm/worker/device-watch.ts';
import { EngineHost } from '../src/models/web-llm/worker/engine-host.ts';

appendInPlace();
expose(new EngineHost(new MLCEngine({ logLevel: 'SILENT' }), new DeviceWatch()));
