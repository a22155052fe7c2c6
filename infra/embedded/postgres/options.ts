/** Settings that versions before 18 refuse. */
const SINCE_18 = { io_method: 'sync', autovacuum_worker_slots: '2' } as const
const MAJOR_WITH_IO_METHODS = 18

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'pandect',
  // Privacy (contracts/conventions/privacy.md): no statement, value or error detail in the server's
  // log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_autovacuum_min_duration: '-1',
  log_checkpoints: 'off',
  // Small: Pandect as a whole must idle under 500 MB.
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '50',
  max_worker_processes: '2',
  max_parallel_workers: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  huge_pages: 'off',
  jit: 'off',
  // Durable: an acknowledged append survives a power loss.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // An embedded server has no replicas, so its WAL only needs what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  // A segment that is used again would keep what was erased.
  wal_recycle: 'off',
} as const

/** Server settings by name, as `-c name=value` takes them. */
export type ServerSettings = Readonly<Record<string, string>>

/**
 * Settings go on the command line, so that data created by an older Pandect get the current ones.
 */
export const serverArguments = (majorVersion: number, extra: ServerSettings): string[] => {
  const settings: ServerSettings = {
    ...COMMON,
    ...(majorVersion >= MAJOR_WITH_IO_METHODS ? SINCE_18 : {}),
    ...extra,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
