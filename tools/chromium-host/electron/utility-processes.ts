import type { ChildProcess } from 'node:child_process'

export type RunningUtility = { readonly child: ChildProcess; readonly serviceName: string }

const running = new Set<RunningUtility>()

export const addUtility = (utility: RunningUtility): void => {
  running.add(utility)
  utility.child.once('exit', () => running.delete(utility))
}

/** Rows of app.getAppMetrics(), in which a test finds the process that it wants to kill. */
export const utilityMetrics = (): readonly object[] =>
  [...running].map(({ child, serviceName }) => ({
    pid: child.pid,
    type: 'Utility',
    name: serviceName,
    serviceName,
  }))
