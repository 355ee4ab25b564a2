import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from './clone.js'

const USAGE =
  'npm run screens -- [--out FOLDER] [--only NAME,/path …] [--state ready|error|loading] [--width PIXELS] [--baselines]'
const OPTIONS = {
  out: { type: 'string', default: 'screens' },
  only: { type: 'string', default: '' },
  width: { type: 'string', default: '' },
  state: { type: 'string', default: '' },
  baselines: { type: 'boolean', default: false },
}

/**
 * What `npm run screens` runs: Vitest's arguments and the environment.
 * @throws Refusal naming the usage
 */
export function screensRun(args, folder = process.env.INIT_CWD ?? process.cwd()) {
  const { out, only, width, state, baselines } = read(args)
  if (width !== '' && !/^[1-9]\d{2,3}$/.test(width)) throw new Refusal(`--width is a number of pixels. ${USAGE}`)
  if (!['', 'ready', 'error', 'loading'].includes(state))
    throw new Refusal(`--state is how the service answers. ${USAGE}`)
  if (baselines) return { args: ['--project', 'pictures'], variables: { PICTURES: 'renew' } }
  const variables = {
    PICTURES: 'take',
    SCREENS_OUT: path.resolve(folder, out),
    SCREENS_ONLY: only,
    SCREENS_WIDTH: width,
    SCREENS_STATE: state,
  }
  return { args: ['--project', 'screens'], variables }
}

function read(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    throw new Refusal(`${error.message} ${USAGE}`)
  }
}
