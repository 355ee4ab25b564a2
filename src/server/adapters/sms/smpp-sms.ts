import smpp from 'smpp'
import { type Receipt, SendError, type SmsSender } from '#server/domains/messages/ports.ts'

export interface SmppOptions {
  host: string
  port: number
  tls: boolean
  systemId: string
  password: string
  /** E.164, or a name of up to 11 characters (registered ones in Hong Kong start with #). */
  source: string
  onReceipt?: ((receipt: Receipt) => void) | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const ENQUIRE_MS = 30_000
const UCS2 = 8
const GSM = 0
/** ESME_RINVDSTADR: invalid destination number. */
const PERMANENT = new Set([0x0b])
/** SMPP 3.4 section 5.2.5. */
const TON = { international: 1, alphanumeric: 5 } as const
const NPI_ISDN = 1
const REQUEST_RECEIPT = 1
/** Longer texts are sent as `message_payload`. */
const SHORT_BYTES = { [GSM]: 160, [UCS2]: 140 } as const
const DELIVERED = 2
const ENROUTE = new Set([0, 1, 6])

/** One SMPP 3.4 session, bound on first use and again after it breaks. */
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
      const smppSession = await session()
      const response = await submit(smppSession, submission(options.source, to, text), timeoutMs)
      if (response.command_status === 0) return { providerId: response.message_id ?? '' }
      const failure = PERMANENT.has(response.command_status) ? 'refused' : 'busy'
      throw new SendError(failure, `SMPP: status 0x${response.command_status.toString(16)}`)
    },
    async close() {
      const smppSession = await bound?.catch(() => undefined)
      bound = undefined
      if (!smppSession) return
      await new Promise<void>((done) => {
        smppSession.once('close', () => done())
        const timer = setTimeout(() => smppSession.destroy(), timeoutMs)
        smppSession.once('close', () => clearTimeout(timer))
        smppSession.unbind(() => smppSession.close())
      })
    },
  }
}

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
    registered_delivery: REQUEST_RECEIPT,
    ...message,
  }
}

/** In the default alphabet of every operator. */
const isGsm = (text: string): boolean => /^[\n\r !"#%&'()*+,\-./0-9:;<=>?A-Za-z]*$/.test(text)

function submit(session: smpp.Session, fields: object, timeoutMs: number): Promise<smpp.Pdu> {
  return new Promise((resolve, reject) => {
    const unknown = (why: string) => () => fail(new SendError('unknown', `SMPP: ${why}`))
    const lost = unknown('the session broke before the answer')
    const timer = setTimeout(unknown('no answer in time'), timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      session.off('close', lost)
    }
    const fail = (error: SendError) => {
      settle()
      reject(error)
    }
    session.once('close', lost)
    const isWritten = session.submit_sm(fields, (response) => {
      settle()
      resolve(response)
    })
    if (!isWritten) fail(new SendError('busy', 'SMPP: the session is closed'))
  })
}

/** @throws SendError busy: nothing was sent yet */
function bind(
  { host, port, tls, systemId, password, onReceipt, timeoutMs = TIMEOUT_MS }: SmppOptions,
  closed: () => void,
): Promise<smpp.Session> {
  return new Promise((resolve, reject) => {
    const session = smpp.connect({ host, port, tls, auto_enquire_link_period: ENQUIRE_MS })
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new SendError('busy', `SMPP: ${why}`))
      session.destroy()
    }
    const timer = setTimeout(() => fail('no bind in time'), timeoutMs)
    session.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'connection error'))
    session.on('close', () => {
      clearTimeout(timer)
      reject(new SendError('busy', 'SMPP: the connection closed'))
      closed()
    })
    session.on('unbind', (pdu: smpp.Pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('enquire_link', (pdu: smpp.Pdu) => session.send(pdu.response()))
    session.on('deliver_sm', (pdu: smpp.Pdu) => {
      session.send(pdu.response())
      const receipt = receiptOf(pdu)
      if (receipt) onReceipt?.(receipt)
    })
    session.once(tls ? 'secureConnect' : 'connect', () => {
      session.bind_transceiver({ system_id: systemId, password, interface_version: 0x34 }, (response) => {
        if (response.command_status !== 0) return fail(`bind refused, status 0x${response.command_status.toString(16)}`)
        clearTimeout(timer)
        resolve(session)
      })
    })
  })
}

/** Bits 5 to 2 of `esm_class` (SMPP 3.4 section 5.2.12). */
const [MESSAGE_TYPE, IS_RECEIPT] = [0x3c, 0x04]

/** From its fields, or the text of SMPP 3.4 appendix B, which an SMS of a subscriber may imitate. */
function receiptOf(pdu: smpp.Pdu): Receipt | undefined {
  const isReceipt = ((pdu.esm_class ?? 0) & MESSAGE_TYPE) === IS_RECEIPT
  if (!isReceipt && pdu.receipted_message_id === undefined) return undefined
  const text = String(pdu.short_message?.message ?? '')
  const providerId = pdu.receipted_message_id ?? /\bid:(\S+)/i.exec(text)?.[1]
  const stat = /\bstat:(\w+)/i.exec(text)?.[1]
  if (!providerId) return undefined
  const isDelivered = pdu.message_state === DELIVERED || stat === 'DELIVRD'
  const isInTransit =
    pdu.message_state === undefined ? stat === 'ENROUTE' || stat === 'ACCEPTD' : ENROUTE.has(pdu.message_state)
  if (isInTransit) return undefined
  if (isDelivered) return { provider: 'smpp', providerId, state: 'delivered' }
  return {
    provider: 'smpp',
    providerId,
    state: 'undelivered',
    problem: `SMPP: ${stat ?? pdu.message_state ?? 'unknown'}`,
  }
}
