declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** Pins axes of a variable font. */
    variationAxes?: Record<string, number>
    /** OpenType layout features that stay; all of them when not given. */
    keepFeatures?: string[]
    noLayoutClosure?: boolean
    noHinting?: boolean
  }
  function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Buffer>
  export = subsetFont
}
