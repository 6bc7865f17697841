/** Python files of the judge, which the bundler imports as text. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}
