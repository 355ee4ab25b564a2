export interface Gauge {
  /** Prometheus: `harbour_outbox_waiting`. */
  readonly name: string
  readonly help: string
  /** With few values: every combination is a series. */
  readonly labels?: readonly string[]
  /** Each process has its own value. Otherwise it is the service's, which one process tells. */
  readonly ofProcess?: true
  read(): Promise<readonly GaugeValue[]>
}

export interface GaugeValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
