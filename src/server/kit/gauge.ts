/** A number that an operator watches, read whenever `/metrics` is. */
export interface Gauge {
  /** As Prometheus names it: `harbour_outbox_waiting`. */
  readonly name: string
  readonly help: string
  /** The names of its labels. Few values each: every combination is a series. */
  readonly labels?: readonly string[]
  read(): Promise<readonly GaugeValue[]>
}

export interface GaugeValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
