export interface Gauge {
  /** Prometheus: `harbour_outbox_waiting`. */
  readonly name: string
  readonly help: string
  /** With few values: every combination is a series. */
  readonly labels?: readonly string[]
  read(): Promise<readonly GaugeValue[]>
}

export interface GaugeValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
