/** A gauge for operators, read on each request of `/metrics`. */
export interface Gauge {
  /** Prometheus metric name: `harbour_outbox_waiting`. */
  readonly name: string
  readonly help: string
  /** Label names. Keep the number of values low: every combination is a series. */
  readonly labels?: readonly string[]
  read(): Promise<readonly GaugeValue[]>
}

export interface GaugeValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
