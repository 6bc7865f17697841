/** Python that the judge brings along, as text: the bundler reads it. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}
