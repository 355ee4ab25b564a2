import type { MailSender } from '#server/domains/messages/ports.ts'

/** For evaluation; refused in production. */
export const createTerminalMail = (print: (line: string) => void): MailSender => ({
  name: 'terminal',
  send: async ({ messageId, to, subject, text }) => {
    print(`Email ${to}: ${subject}\n${text}`)
    return { providerId: messageId }
  },
  close: async () => {},
})
