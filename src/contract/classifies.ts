export const CLASSIFIES = ['movie', 'drama', 'kids', 'variety', 'mixed'] as const
export type Classify = (typeof CLASSIFIES)[number]
