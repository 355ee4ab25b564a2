/** Types for the parts of `smpp` in use. The package has none. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer } from 'node:net'

  export interface Pdu {
    readonly command: string
    readonly command_status: number
    readonly sequence_number: number
    readonly message_id?: string
    readonly system_id?: string
    readonly password?: string
    readonly source_addr?: string
    readonly source_addr_ton?: number
    readonly destination_addr?: string
    readonly data_coding?: number
    readonly esm_class?: number
    readonly registered_delivery?: number
    readonly short_message?: { readonly message: string | Buffer }
    readonly message_payload?: { readonly message: string | Buffer }
    readonly receipted_message_id?: string
    readonly message_state?: number
    response(fields?: object): Pdu
  }

  type Call = (fields: object, answered: (pdu: Pdu) => void) => boolean

  export class Session extends EventEmitter {
    bind_transceiver: Call
    submit_sm: Call
    deliver_sm: Call
    enquire_link: Call
    unbind: (answered?: (pdu: Pdu) => void) => boolean
    send(pdu: Pdu): boolean
    close(done?: () => void): void
    destroy(done?: () => void): void
    pause(): void
    resume(): void
  }

  export function connect(options: {
    host: string
    port: number
    tls?: boolean
    auto_enquire_link_period?: number
  }): Session
  export function createServer(onSession: (session: Session) => void): NetServer
}
