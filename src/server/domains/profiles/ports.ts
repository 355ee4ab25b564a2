/** Brings pictures in: the same file is the same picture. */
export interface AvatarImages {
  /** Answers the picture's key. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority: 0 | 1 | 2 }): Promise<string>
}
