import { expect, test } from 'vitest';
import { add, closingLine, judgeStage, nothing, readReport, totalsIn } from './totals.mjs';

const someTotals = { passed: 3, failed: 0, skipped: 1, failures: [] };

test('the closing line sums up', () => {
  expect(closingLine(add(someTotals, { ...nothing, passed: 1, failed: 2 }))).toBe(
    '4 passed, 2 failed, 1 skipped',
  );
});

test('a stage that went well counts as reported', () => {
  expect(judgeStage(0, someTotals)).toEqual({ totals: someTotals });
  expect(judgeStage(1, { ...someTotals, failed: 2 })).toEqual({ totals: { ...someTotals, failed: 2 } });
  expect(judgeStage(0, nothing)).toEqual({ totals: nothing });
});

test('a stage that broke off counts as one failure', () => {
  expect(judgeStage(1, someTotals).totals).toEqual({ ...someTotals, failed: 1, failures: ['exit code 1'] });
  expect(judgeStage(0, undefined).totals.failed).toBe(1);
  expect(judgeStage(1, nothing).totals.failed).toBe(1);
});

test('a runner that found no test counts as one failure', () => {
  expect(judgeStage(0, { ...nothing }).totals.failed).toBe(1);
});

test('a report of Vitest is read, and its failed tests are named', () => {
  const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="5" failures="2" errors="0" time="0.1">
    <testsuite name="src/a.test.ts" tests="1" failures="1" errors="0" skipped="0">
        <testcase classname="src/a.test.ts" name="src/a.test.ts" time="0">
            <failure message="no such module" type="Error">
Error: no such module
            </failure>
        </testcase>
    </testsuite>
    <testsuite name="src/b.test.ts" tests="4" failures="1" errors="0" skipped="1">
        <testcase classname="src/b.test.ts" name="sums &gt; adds &lt;skipped/&gt;" time="0.1">
            <system-out>
&lt;failure&gt;
            </system-out>
        </testcase>
        <testcase classname="src/b.test.ts" name="takes &quot;1&quot; away" time="0.1">
            <failure message="not 1" type="AssertionError">
AssertionError: not 1
 ❯ src/b.test.ts:9:9
            </failure>
        </testcase>
        <testcase classname="src/b.test.ts" name="waits" time="0">
            <skipped/>
        </testcase>
        <testcase classname="src/b.test.ts" name="ends" time="0">
        </testcase>
    </testsuite>
</testsuites>
`;
  const failures = [
    'src/a.test.ts › src/a.test.ts\n  Error: no such module',
    'src/b.test.ts › takes "1" away\n  AssertionError: not 1\n   ❯ src/b.test.ts:9:9',
  ];
  expect(totalsIn(report)).toEqual({ passed: 2, failed: 2, skipped: 1, failures });
});

test('a report of Playwright is read, and its failed tests are named', () => {
  const report = `<testsuites id="" name="" tests="3" failures="1" skipped="1" errors="0" time="2">
<testsuite name="e2e/a.spec.ts" hostname="" tests="3" failures="1" skipped="1" time="1" errors="0">
<testcase name="opens" classname="e2e/a.spec.ts" time="1">
<system-out>
<![CDATA[
<skipped>]]>
</system-out>
</testcase>
<testcase name="shuts" classname="e2e/a.spec.ts" time="1">
<failure message="a.spec.ts:3:1 shuts" type="FAILURE">
<![CDATA[  e2e/a.spec.ts:3:1 › shuts
    Error: a < b]]>
</failure>
</testcase>
<testcase name="rests" classname="e2e/a.spec.ts" time="0">
<skipped>
</skipped>
</testcase>
</testsuite>
</testsuites>`;
  const failures = ['e2e/a.spec.ts › shuts\n  e2e/a.spec.ts:3:1 › shuts\n      Error: a < b'];
  expect(totalsIn(report)).toEqual({ passed: 1, failed: 1, skipped: 1, failures });
});

test('a report that breaks off is none', () => {
  expect(totalsIn('<testsuites><testsuite><testcase name="a"></testcase>')).toBeUndefined();
});

test('no report is no totals', () => {
  expect(readReport('/nowhere/report.json')).toBeUndefined();
});
