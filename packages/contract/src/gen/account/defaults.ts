// Generated from openapi/ by `npm run generate`. Do not edit.
export interface SchemaDefaults {
}
export interface QueryDefaults {
  'listKeys': 'utcOffset';
  'listItems': 'limit';
  'getUsage': 'period' | 'utcOffset';
  'listAuditEntries': 'limit';
}
export interface BodySchemas {
  'setUp': 'SetUp';
  'signIn': 'SignIn';
  'confirmSession': 'SessionConfirm';
  'confirmByPasskey': 'PasskeySignIn';
  'updateUser': 'UserUpdate';
  'changePassword': 'PasswordChange';
  'requestEmailChange': 'EmailChangeRequest';
  'confirmSecondFactor': 'SecondFactorConfirm';
  'addPasskey': 'PasskeyAdd';
  'renamePasskey': 'PasskeyRename';
  'signInByPasskey': 'PasskeySignIn';
  'finishOidc': 'OidcFinish';
  'startOidc': 'OidcStart';
  'updateMember': 'MemberUpdate';
  'createInvitation': 'InvitationCreate';
  'inspectLink': 'LinkInspect';
  'acceptInvitation': 'InvitationAccept';
  'resetPassword': 'PasswordReset';
  'confirmEmail': 'EmailConfirm';
  'requestPasswordReset': 'PasswordResetRequest';
  'createKey': 'KeyCreate';
  'updateKey': 'KeyUpdate';
  'rotateKey': 'KeyRotate';
  'revokeKey': 'KeyRevoke';
  'updateItem': 'ItemUpdate';
  'setQuotas': 'QuotasUpdate';
  'setMemberQuota': 'MemberQuotaUpdate';
  'createPageToken': 'PageTokenCreate';
  'updateNotices': 'NoticesUpdate';
  'exportAuditEntries': 'AuditExport';
}
