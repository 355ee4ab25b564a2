import type { OtlpTracer } from '#server/adapters/telemetry/otlp-tracer.ts'
import type { Log } from '#server/kit/log.ts'
import { traceWith } from '#server/kit/request-context.ts'
import type { Settings } from './config.ts'
import { nodeIdOf } from './node-id.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** Before the database is opened. Without an endpoint nothing is loaded. @returns undefined where nothing is traced */
export async function startTracing(
  config: Settings<'server'>,
  { role, log }: { role: string; log: Log },
): Promise<OtlpTracer | undefined> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: given,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  } = config
  if (endpoint === undefined) return undefined
  try {
    const { openOtlpTracer } = await import('#server/adapters/telemetry/otlp-tracer.ts')
    const headers = Object.fromEntries(given?.split(',').map((pair) => readHeader(pair)) ?? [])
    const nodeId = await nodeIdOf(config.DATA_DIR)
    const tracer = openOtlpTracer({ endpoint, headers, ratio, role, version: packageJson.version, nodeId })
    traceWith(tracer)
    return tracer
  } catch (error) {
    log.error({ err: error }, 'no traces: the packages of OpenTelemetry are not installed')
    return undefined
  }
}

/** As the OpenTelemetry specification has them: `name=value`, encoded as in a URL. */
function readHeader(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
}
