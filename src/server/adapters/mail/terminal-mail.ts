import type { MailSender } from '#server/domains/messages/ports.ts'

/** Shows each e-mail in the terminal: for trying things out, refused in production. */
export const createTerminalMail = (print: (line: string) => void): MailSender => ({
  name: 'terminal',
  send: async ({ messageId, to, subject, text }) => {
    print(`Email ${to}: ${subject}\n${text}`)
    return { providerId: messageId }
  },
  close: async () => {},
})
