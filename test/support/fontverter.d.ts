declare module 'fontverter' {
  /** Converts between TTF or OTF (`sfnt`) and compressed web fonts. */
  export function convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>
}
