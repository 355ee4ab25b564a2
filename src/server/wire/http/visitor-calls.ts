import { formatOf } from '../envelope.ts'
import type { CallRequest, Outcome, Pipeline } from '../handle.ts'
import { formFields } from './bodies.ts'

export type VisitorOutcome = Exclude<Outcome, { kind: 'personalized' }>

export async function answerVisitor(pipeline: Pipeline, url: string, region: string): Promise<VisitorOutcome> {
  const [path = '', query] = url.split('?', 2)
  const route = pipeline.routes.get(path)
  if (!route) throw new Error(`${path} is not an endpoint`)
  const request: CallRequest = {
    method: 'GET',
    fields: formFields(query ?? ''),
    headers: {},
    region,
    address: '',
    requestId: 'page',
    format: formatOf(path, 'json', undefined),
  }
  const outcome = await pipeline.answer(route, request)
  if (outcome.kind === 'personalized') throw new Error('Pages are made for visitors')
  return outcome
}

export const envelopeOf = (outcome: VisitorOutcome): unknown =>
  outcome.kind === 'own' ? outcome.answer.body : JSON.parse(outcome.entry.variants.identity.bytes.toString('utf8'))
