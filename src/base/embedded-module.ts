/**
 * @param text a WebAssembly module in base64
 * @throws WebAssembly.CompileError if the browser does not support a feature that the module uses
 */
export function embeddedModule(text: string): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}
