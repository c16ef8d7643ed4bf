// Generated from openapi/ by `npm run generate`. Do not edit.
export const problems = {
 "not_signed_in": {
  "status": 401,
  "title": "Not signed in"
 },
 "wrong_credentials": {
  "status": 401,
  "title": "The e-mail address or the password is wrong"
 },
 "code_required": {
  "status": 401,
  "title": "A code is needed"
 },
 "wrong_code": {
  "status": 401,
  "title": "The code is wrong"
 },
 "invalid_passkey": {
  "status": 401,
  "title": "The passkey was not accepted"
 },
 "sign_in_expired": {
  "status": 401,
  "title": "This sign-in can no longer be finished"
 },
 "provider_refused": {
  "status": 401,
  "title": "The identity provider did not sign you in"
 },
 "no_group": {
  "status": 403,
  "title": "None of your groups may sign in here"
 },
 "unverified_email": {
  "status": 403,
  "title": "The e-mail address is not verified"
 },
 "sign_in_by_provider": {
  "status": 403,
  "title": "People sign in at the identity provider only"
 },
 "not_connected": {
  "status": 409,
  "title": "The e-mail address belongs to another member"
 },
 "provider_failed": {
  "status": 502,
  "title": "The identity provider answered wrongly"
 },
 "provider_away": {
  "status": 503,
  "title": "The identity provider cannot be reached"
 },
 "insufficient_role": {
  "status": 403,
  "title": "Your role does not allow this"
 },
 "confirmation_required": {
  "status": 403,
  "title": "Confirm that it is you"
 },
 "foreign_origin": {
  "status": 403,
  "title": "The request comes from another site"
 },
 "invalid_link": {
  "status": 404,
  "title": "This link has expired or was already used"
 },
 "no_passkeys_here": {
  "status": 409,
  "title": "Passkeys do not work at this address"
 },
 "no_mail": {
  "status": 409,
  "title": "This server sends no mail"
 },
 "no_second_factor": {
  "status": 409,
  "title": "There is no second factor"
 },
 "already_set_up": {
  "status": 409,
  "title": "This server already has an owner"
 },
 "email_taken": {
  "status": 409,
  "title": "This e-mail address is in use"
 },
 "last_owner": {
  "status": 409,
  "title": "An account needs an owner"
 },
 "no_room": {
  "status": 409,
  "title": "There is no room for all of it"
 },
 "limit_reached": {
  "status": 409,
  "title": "There are as many as there may be"
 },
 "weak_password": {
  "status": 422,
  "title": "Choose another password"
 }
} as const;
export const roles = [
 "owner",
 "admin",
 "member",
 "auditor"
] as const;
export const auditActions = [
 "sign in",
 "refuse sign-in",
 "set up",
 "join",
 "invite",
 "cancel invitation",
 "change role",
 "remove member",
 "change quotas",
 "change quotas of member",
 "leave",
 "create reset link",
 "reset password",
 "change e-mail address",
 "change password",
 "turn second factor on",
 "turn second factor off",
 "create recovery codes",
 "add passkey",
 "delete passkey",
 "keys create",
 "keys update",
 "keys rotate",
 "keys revoke",
 "keys hand-over",
 "items delete",
 "items pin",
 "items unlock",
 "items update",
 "export audit log",
 "accounts create",
 "set-up-link",
 "keyring rewrap",
 "backup",
 "restore"
] as const;
export const lifetimes = {
 "sessionIdle": 2592000,
 "session": 7776000,
 "recentSignIn": 600,
 "setUpLink": 86400,
 "invitation": 604800,
 "resetLink": 3600,
 "emailLink": 3600,
 "passkeyChallenge": 300,
 "oidcSignIn": 600,
 "oidcSession": 43200,
 "pageToken": 900,
 "noticeLink": 7776000,
 "noticePause": 3600,
 "noticePeriod": 86400,
 "rotationOverlaps": [
  0,
  900,
  3600,
  21600,
  86400,
  604800
 ]
} as const;
export const limits = {
 "wrongPasswords": {
  "perNetwork": 5,
  "seconds": 600
 },
 "secretsPerKey": 5,
 "keysPerAccount": 1000,
 "sessionsPerUser": 50,
 "passkeysPerUser": 20,
 "recoveryCodes": 10,
 "usersPerAccount": 1000,
 "resetMails": 3,
 "emailLinks": 5,
 "noticesPerDay": 50
} as const;
