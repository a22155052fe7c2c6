/** Commands that run until they are stopped. */
import type { Command } from '@commander-js/extra-typings'
import { stopSignal } from '../stop-signal.ts'
import type { ReadSettings } from './reading.ts'

export const serve = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/serve.ts')).serve(settings()))
export const api = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/api.ts')).api(settings()))
export const desk = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/desk.ts')).desk(settings()))
export const relay = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/relay.ts')).relay(settings()))
export const projector = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/projector.ts')).projector(settings()))
export const meter = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/meter.ts')).meter(settings()))
export const notifier = (command: Command, settings: ReadSettings): void =>
  void command.action(async () => (await import('../processes/notifier.ts')).notifier(settings()))
export const worker = (command: Command, settings: ReadSettings): void =>
  void command.action(async () =>
    (await import('../processes/worker.ts')).runWorker(settings(), stopSignal()),
  )
