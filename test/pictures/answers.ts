import * as z from 'zod/mini'
import { adminUrl } from '#contract/admin/endpoint.ts'
import type { Page } from '../e2e/support/world.ts'

interface Endpoint {
  readonly path: string
  readonly output: z.ZodMiniType
}
export type Answers = readonly (readonly [Endpoint, object])[]

export class OtherAnswer extends Error {}

/** Answers calls of the console as given. @throws OtherAnswer where the contract has other fields by now */
export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  for (const [{ path, output }, answer] of answers) {
    const { error } = z.safeParse(output, answer)
    if (error) throw new OtherAnswer(`${path}: ${z.prettifyError(error)}`)
    await page.route(`**${adminUrl({ path })}`, (route) => route.fulfill({ json: { result: 'SUCCESS', ...answer } }))
  }
}
