/** What an operator may be allowed to do, and the roles that rights are given to. Which role has which right is data: server/admin/roles.json. */
export const RIGHTS = {
  players: '查看玩家（隐去联系方式，不含金额）',
  'players-money': '查看玩家的余额、流水与充值',
  'players-act': '冻结账户、强制玩家下线',
  orders: '查看订单',
  withdrawals: '查看提现队列',
  'withdrawals-decide': '审核提现',
  'withdrawals-rules': '修改提现规则',
  content: '查看内容',
  activities: '查看活动',
  store: '查看商城',
  quizzes: '查看竞猜',
  agents: '查看代理',
  workshop: '在工作台编辑与发布',
  results: '录入与更正赛果',
  comments: '处理评论',
  quarantine: '处理隔离区',
  alarms: '查看告警',
  reports: '查看经营报表',
  audit: '查看审计记录',
  operators: '管理管理员名单与角色',
} as const;
export type Right = keyof typeof RIGHTS;

export const ROLES = ['viewer', 'editor', 'cashier', 'admin'] as const;
export type Role = (typeof ROLES)[number];
