import type { FastifyInstance } from 'fastify'
import type { Messages, ReadReceipt } from '#server/domains/messages/index.ts'

/** Where Twilio tells what became of an SMS. */
export const TWILIO_RECEIPT_PATH = '/hooks/twilio'

export interface SmsRoutes {
  readonly messages: Messages
  readonly readReceipt: ReadReceipt
  /** Our address as Twilio was told it: the signature covers the URL. */
  readonly publicUrl: string
}

/** The receipts of SMS parties. Answers say nothing: only the party asks. */
export function smsRoutes(app: FastifyInstance, { messages, readReceipt, publicUrl }: SmsRoutes): void {
  app.post(TWILIO_RECEIPT_PATH, async (request, reply) => {
    const receipt = readReceipt({
      url: publicUrl + request.url,
      signature: [request.headers['x-twilio-signature']].flat()[0],
      fields: (request.body ?? {}) as Record<string, unknown>,
    })
    if (receipt === 'forged') return reply.status(403).send()
    if (receipt) await messages.received(receipt)
    return reply.status(204).send()
  })
}
