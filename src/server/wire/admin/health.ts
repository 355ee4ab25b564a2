import * as endpoints from '#contract/admin/health.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const health = bindAdmin(endpoints, ({ readHealth, alarms, version }) => ({
  find: async () => {
    const [lines, silences] = await Promise.all([readHealth(), alarms.silences()])
    const list = lines.map(({ since, ...line }) => {
      const silence = silences.get(line.name)
      return { ...line, since: since && wireInstant(since), silencedUntil: silence ? wireInstant(silence.until) : null }
    })
    return { list, isTold: alarms.isTold, version }
  },

  silence: async ({ name }, { tx, operator, record }) => {
    const until = await alarms.silence(tx, { name, by: operator.actor })
    const silencedUntil = wireInstant(until)
    await record({ subject: subjectOf(name), after: { silencedUntil } })
    return { silencedUntil }
  },

  endSilence: async ({ name }, { tx, record }) => {
    await alarms.endSilence(tx, name)
    await record({ subject: subjectOf(name), after: { silencedUntil: null } })
    return {}
  },
}))

const subjectOf = (name: endpoints.HealthName): string => `health:${name}`
