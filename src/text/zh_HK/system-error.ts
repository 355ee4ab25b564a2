/** The system error dialog. */
export const systemError = {
  quote: (id: string) => `如需協助，請提供編號 ${id}。`,
  confirm: '確定',
}

export type SystemErrorText = typeof systemError

declare module '../texts.ts' {
  interface Texts {
    systemError: SystemErrorText
  }
}
