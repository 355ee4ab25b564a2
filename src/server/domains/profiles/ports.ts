/** Registers images: the same file yields the same image. */
export interface AvatarImages {
  /** Returns the image's key. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority: 0 | 1 | 2 }): Promise<string>
}
