/** `{hash}/{name}` → `/i/{hash}/{name}` */
export type ImageUrl = (imageKey: string) => string

/** Style sheet of the display font subset to this text; undefined for an empty text. */
export type TitleFont = (title: string) => string | undefined
