/** The page for teachers. */
import { counted } from '../../../base/number-words.ts';

// ClassLink.svelte
export const copyLink = (title: string): string => `the link to ${title}`;
export const copyButton = 'Copy';
export const showQrCode = (title: string): string => `Show the QR code of ${title}`;
export const qrCodeButton = 'QR code';

// QrCode.svelte
export const qrCode = (text: string): string => `QR code of ${text}`;

// Teacher.svelte
export const aboutBeforeResults =
  'Every lesson runs in the student’s own browser tab, without an account and without a server. Collect the result files on';
export const aboutBeforeHandout = '. Print the questions from the';
export const aboutAfterHandout = ', with or without answers.';
export const links = 'Links for students';
export const linksHide = 'The links below hide';
/** Parts of a lesson that a link hides, by their names in the address. */
export const hideable = {
  answers: 'the experiments, the answers and the explanations',
  controls: 'the settings (students see yours)',
  words: 'the introduction',
  ways: 'the links to other pages of Learn',
} as const;
export const linksHintBefore = 'With hidden answers, students predict and the outcome stays closed.';
export const linksHintAfter =
  'shows the lesson to the class in large type, with its outcome. A link also keeps settings: configure a lesson, then share its address. A student can edit a link: answers are hidden, not secret.';
export const lessons = 'Lessons for a class';
export const presentLink = 'Present';
export const presentPlace = (title: string): string => `Present ${title}`;
export const askAfterwards = 'Ask afterwards:';
export const needs = (minutes: number, machine: string): string =>
  `${counted(minutes, 'minute')}. Needs: ${machine}`;
export const others = 'Other pages for a class';
export const gymForClass =
  '20 minutes after lesson 4. While answers are hidden, the board stays empty until a student runs the graders. Ask afterwards: which faults can a grader repair at once, and which belong to its tests?';
export const labForClass =
  '30 minutes after lesson 8. The link keeps a preset: open the lab, choose one, and copy its address. Ask afterwards: which setting changed the curve, and why?';
export const resultsForClass = 'Each student saves one small file here. No file is sent anywhere.';

// WithoutInternet.svelte
export const withoutInternet = 'A room without internet';
export const insecure = (scheme: string, host: string): string =>
  `This page is open over ${scheme} at ${host}.`;
export const insecureMeans =
  'Browsers treat such an address as insecure: the page is not stored for offline use, models cannot use the GPU, and copy buttons do not work. Lessons, gym and lab work while the server is reachable. Use https or http://localhost for the rest.';
/** Ways to use the page in a room without internet. */
export const waysWithoutInternet = [
  {
    way: 'A web host with https',
    steps: 'Each laptop opens the page once with internet, and waits for the notice “Available offline”.',
    size: '35 MB per laptop, once',
    offline: 'all of Learn, without any server',
  },
  {
    way: 'Allpass on each laptop',
    steps:
      'Run npm run package on a machine with internet. Copy the file to each laptop with Node.js, for example on a USB stick. There, run npm install --offline with the file, then npx allpass start --open.',
    size: '23 MB per laptop, and about 30 MB for Node.js',
    offline: 'all of Learn, on http://localhost',
  },
  {
    way: 'One laptop serves the room',
    steps:
      'Run npm start -- --host 0.0.0.0 on one laptop. The others open its address, such as http://192.168.0.10.',
    size: '16 MB per laptop and visit over the local network: about 500 MB for 30 laptops',
    offline: 'lessons, gym and lab, while the serving laptop is reachable',
  },
] as const;
export const size = 'Size:';
export const worksOffline = 'Works without internet:';
export const plainHttp =
  'Plain http in a local network is no secure context. Browsers then offer no service worker, so nothing is stored and each laptop downloads the page again in each visit, and no WebGPU, so local models run on the processor only. Lessons need no model.';
