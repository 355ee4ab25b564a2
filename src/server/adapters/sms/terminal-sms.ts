import type { SmsSender } from '#server/domains/messages/ports.ts'

/** For evaluation; refused in production. */
export const createTerminalSms = (print: (line: string) => void): SmsSender => ({
  name: 'terminal',
  send: async ({ messageId, to, text }) => {
    print(`SMS ${to}: ${text}`)
    return { providerId: messageId }
  },
  close: async () => {},
})
