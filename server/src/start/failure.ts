import { isUnavailable } from '../storage/postgres/database.ts';

type SystemError = Error & { code?: string; syscall?: string; port?: number; address?: string };

/** A failure that explains itself; without a message it was reported already. */
export class Failure extends Error {}

/** A failed start in a sentence that names the setting to look at. */
export function explainFailure(error: SystemError): string {
  const { code = '', syscall = '', message, port, address } = error;
  const reason = message || code;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken. Set PORT to another one, or stop what listens there.`;
  if (syscall === 'listen')
    return `The server cannot listen there (${reason}). Set HOST and PORT to an address of this machine.`;
  if (syscall === 'mkdir' || syscall === 'open')
    return `DATA_DIR cannot be used (${reason}). Set it to a directory to write to.`;
  if (CERTIFICATE.test(code))
    return `The certificate of the database is not accepted (${reason.split(';')[0]}). Give the CA that signed it as DATABASE_CA_FILE; with sslmode=verify-ca in DATABASE_URL it need not name the host.`;
  if (/does not support SSL/.test(message))
    return `The database does not take encrypted connections, and DATABASE_URL asks for them. Turn ssl on in PostgreSQL, or set sslmode=disable.`;
  if (isUnavailable(error) || /^(28|3D|ERR_INVALID_URL)/.test(code))
    return `The database cannot be used (${reason}). Check DATABASE_URL, and that PostgreSQL runs there.`;
  return `The server could not start: ${reason}`;
}

const CERTIFICATE = /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^CERT_|ALTNAME_INVALID|HOSTNAME_MISMATCH/;
