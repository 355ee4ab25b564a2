/** What stands around the forms of login and registration. */
export const entrance = {
  headline: ['入夜之後', '由這裏開船'],
  text: '香港與澳門的電影、劇集、綜藝及兒童節目。',
  kids: '兒童模式',
}

export type EntranceText = typeof entrance

declare module '../texts.ts' {
  interface Texts {
    entrance: EntranceText
  }
}
