/** The GPU worker. Only this worker contains web-llm, so that the page never loads its six megabytes. */
import { MLCEngine } from '@mlc-ai/web-llm';
import { expose } from 'comlink';
import { appendInPlace } from '../src/models/web-llm/worker/append-in-place.ts';
import { DeviceWatch } from '../src/models/web-llm/worker/device-watch.ts';
import { EngineHost } from '../src/models/web-llm/worker/engine-host.ts';

appendInPlace();
expose(new EngineHost(new MLCEngine({ logLevel: 'SILENT' }), new DeviceWatch()));
