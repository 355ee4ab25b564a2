declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** Pins axes of a variable font. */
    variationAxes?: Record<string, number>
    /** OpenType layout features to keep; all by default. */
    keepFeatures?: string[]
    noLayoutClosure?: boolean
    noHinting?: boolean
  }
  function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Buffer>
  export = subsetFont
}
