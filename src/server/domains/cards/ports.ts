/** Where an image is served: `{hash}/{name}` → `/i/{hash}/{name}`. */
export type ImageUrl = (imageKey: string) => string

/** The style sheet of the display face cut to this text's own glyphs; undefined for a text without any. */
export type TitleFont = (title: string) => string | undefined
