import smpp from 'smpp'
import { type Receipt, SendError, type SmsSender } from '#server/domains/messages/ports.ts'

export interface SmppOptions {
  host: string
  port: number
  tls: boolean
  systemId: string
  password: string
  /** The sender: a number in E.164, or a name of up to 11 characters (a registered one of Hong Kong begins with #). */
  source: string
  /** Told of each receipt. */
  onReceipt?: ((receipt: Receipt) => void) | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const ENQUIRE_MS = 30_000
const UCS2 = 8
const GSM = 0
/** ESME_RINVDSTADR: not a number that the operator knows. */
const NEVER = new Set([0x0b])
/** Types of number, SMPP 3.4 section 5.2.5. */
const TON = { international: 1, alphanumeric: 5 } as const
const NPI_ISDN = 1
const ASKS_RECEIPT = 1
/** Bytes that `short_message` takes; longer texts travel as `message_payload`. */
const SHORT_BYTES = { [GSM]: 160, [UCS2]: 140 } as const
const DELIVERED = 2
const ENROUTE = new Set([0, 1, 6])

/** Sends over one SMPP 3.4 session, bound when it is first needed and again after it broke. */
export function createSmppSms(options: SmppOptions): SmsSender {
  const { timeoutMs = TIMEOUT_MS } = options
  let bound: Promise<smpp.Session> | undefined

  const session = (): Promise<smpp.Session> => {
    const opening = (bound ??= bind(options, () => {
      if (bound === opening) bound = undefined
    }))
    opening.catch(() => {
      if (bound === opening) bound = undefined
    })
    return opening
  }

  return {
    name: 'smpp',
    async send({ to, text }) {
      const line = await session()
      const answer = await submitted(line, submission(options.source, to, text), timeoutMs)
      if (answer.command_status === 0) return { providerId: answer.message_id ?? '' }
      const failure = NEVER.has(answer.command_status) ? 'refused' : 'busy'
      throw new SendError(failure, `SMPP: status 0x${answer.command_status.toString(16)}`)
    },
    async close() {
      const line = await bound?.catch(() => undefined)
      bound = undefined
      if (!line) return
      await new Promise<void>((done) => {
        line.once('close', () => done())
        const timer = setTimeout(() => line.destroy(), timeoutMs)
        line.once('close', () => clearTimeout(timer))
        line.unbind(() => line.close())
      })
    },
  }
}

/** The fields of submit_sm. */
function submission(source: string, to: string, text: string): object {
  const coding = isGsm(text) ? GSM : UCS2
  const bytes = coding === UCS2 ? text.length * 2 : text.length
  const isNumber = /^\+\d+$/.test(source)
  const message = bytes <= SHORT_BYTES[coding] ? { short_message: text } : { short_message: '', message_payload: text }
  return {
    source_addr: source.replace(/^\+/, ''),
    source_addr_ton: isNumber ? TON.international : TON.alphanumeric,
    source_addr_npi: isNumber ? NPI_ISDN : 0,
    destination_addr: to.replace(/^\+/, ''),
    dest_addr_ton: TON.international,
    dest_addr_npi: NPI_ISDN,
    data_coding: coding,
    registered_delivery: ASKS_RECEIPT,
    ...message,
  }
}

/** The letters that every operator's default alphabet has. */
const isGsm = (text: string): boolean => /^[\n\r !"#%&'()*+,\-./0-9:;<=>?A-Za-z]*$/.test(text)

function submitted(line: smpp.Session, fields: object, timeoutMs: number): Promise<smpp.Pdu> {
  return new Promise((resolve, reject) => {
    const unknown = (why: string) => () => fail(new SendError('unknown', `SMPP: ${why}`))
    const lost = unknown('the session broke before the answer')
    const timer = setTimeout(unknown('no answer in time'), timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      line.off('close', lost)
    }
    const fail = (error: SendError) => {
      settle()
      reject(error)
    }
    line.once('close', lost)
    const isWritten = line.submit_sm(fields, (answer) => {
      settle()
      resolve(answer)
    })
    if (!isWritten) fail(new SendError('busy', 'SMPP: the session is closed'))
  })
}

/** Connects and binds. @throws SendError busy when that fails: nothing was sent yet */
function bind(
  { host, port, tls, systemId, password, onReceipt, timeoutMs = TIMEOUT_MS }: SmppOptions,
  closed: () => void,
): Promise<smpp.Session> {
  return new Promise((resolve, reject) => {
    const line = smpp.connect({ host, port, tls, auto_enquire_link_period: ENQUIRE_MS })
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new SendError('busy', `SMPP: ${why}`))
      line.destroy()
    }
    const timer = setTimeout(() => fail('no bind in time'), timeoutMs)
    line.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'connection error'))
    line.on('close', () => {
      clearTimeout(timer)
      reject(new SendError('busy', 'SMPP: the connection closed'))
      closed()
    })
    line.on('unbind', (pdu: smpp.Pdu) => {
      line.send(pdu.response())
      line.close()
    })
    line.on('enquire_link', (pdu: smpp.Pdu) => line.send(pdu.response()))
    line.on('deliver_sm', (pdu: smpp.Pdu) => {
      line.send(pdu.response())
      const receipt = receiptOf(pdu)
      if (receipt) onReceipt?.(receipt)
    })
    line.once(tls ? 'secureConnect' : 'connect', () => {
      line.bind_transceiver({ system_id: systemId, password, interface_version: 0x34 }, (answer) => {
        if (answer.command_status !== 0) return fail(`bind refused, status 0x${answer.command_status.toString(16)}`)
        clearTimeout(timer)
        resolve(line)
      })
    })
  })
}

/** A delivery receipt by its fields, or by the text that SMPP 3.4 appendix B describes. */
function receiptOf(pdu: smpp.Pdu): Receipt | undefined {
  const words = String(pdu.short_message?.message ?? '')
  const providerId = pdu.receipted_message_id ?? /\bid:(\S+)/i.exec(words)?.[1]
  const stat = /\bstat:(\w+)/i.exec(words)?.[1]
  if (!providerId) return undefined
  const isDelivered = pdu.message_state === DELIVERED || stat === 'DELIVRD'
  const isUnderWay =
    pdu.message_state === undefined ? stat === 'ENROUTE' || stat === 'ACCEPTD' : ENROUTE.has(pdu.message_state)
  if (isUnderWay) return undefined
  if (isDelivered) return { provider: 'smpp', providerId, state: 'delivered' }
  return {
    provider: 'smpp',
    providerId,
    state: 'undelivered',
    problem: `SMPP: ${stat ?? pdu.message_state ?? 'unknown'}`,
  }
}
