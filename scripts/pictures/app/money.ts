/**
 * Money and the person on the picture page. What takes an operator, a provider or weeks is answered by the examples of the calls; the rest
 * is the server's own answer to one who played, and to one who has nothing yet.
 */
import { callOf } from '../../../protocol/calls/table.ts';
import { answered, at, filled, state, type State, without } from './ways.ts';

const SUMMARY = '/api/fund/Summary';
const SECURITY = '/api/UserCenter/Security';

/** A player that has done all that a withdrawal needs. */
const ready = (open: State['open']): State['open'] => {
  const summary = callOf(SUMMARY)?.example.models as { readonly steps: Readonly<Record<string, boolean>> };
  const steps = Object.fromEntries(Object.keys(summary.steps).map((step) => [step, true]));
  return answered({ [SUMMARY]: { ...summary, steps } }, open);
};

export const MONEY_STATES: readonly State[] = [
  state('money-wallet', '我的钱包', 'bettor', filled([SUMMARY], at('/WalletManagement'))),
  state('money-wallet-newcomer', '我的钱包，新账号', 'newcomer', at('/WalletManagement')),
  state('money-wallet-error', '我的钱包，服务器不在', 'bettor', without(/fund\/Summary/, at('/WalletManagement'))),
  state('money-cards', '银行卡', 'bettor', filled(['/api/BankCard/WalletList'], at('/bankManagement'))),
  state('money-cards-empty', '银行卡，还没有', 'newcomer', at('/bankManagement')),
  state('money-card-add', '添加银行卡', 'bettor', ready(at('/addBank'))),
  state('money-alipay', '支付宝', 'bettor', filled(['/api/BankCard/AlipayList', SUMMARY], at('/AlipayManagement'))),
  state('money-withdraw', '提现', 'bettor', ready(filled(['/api/fund/WithdrawTerms'], at('/withDraw2')))),
  state('money-withdraw-newcomer', '提现，还缺几步', 'newcomer', at('/withDraw2')),
  state('money-withdraw-fill', '提现转充值', 'bettor', filled(['/api/fund/FillTerms'], at('/withdrawToFillMoney'))),
  state('money-recharge', '充值', 'bettor', filled(['/api/fund/RechargeOptions'], at('/rechargeType6'))),
  state('money-recharge-newcomer', '充值，新账号', 'newcomer', at('/rechargeType6')),
  state('money-recharge-settings', '充值设置', 'bettor', at('/rechargeConfigure')),
  state('money-transfer', '转账中心', 'bettor', filled(['/api/fund/Companies', '/api/fund/CompanyBalances'], at('/electic2'))),
  state('money-transfer-newcomer', '转账中心，新账号', 'newcomer', at('/electic2')),
  state('money-transfer-list', '转账记录', 'bettor', filled(['/api/fund/Transfers'], at('/transDetailList'))),
  state('money-savings', '余额宝', 'bettor', filled(['/api/fund/YuEBao', '/api/fund/YuEBaoList'], at('/yuEBao'))),
  state('money-savings-newcomer', '余额宝，新账号', 'newcomer', at('/yuEBao')),
  state('money-bill', '账单详情', 'bettor', filled(['/api/fund/Detail'], at('/billingDetails?id=1'))),
  state('money-report', '账户明细', 'bettor', at('/accountDetail')),
  state('money-report-newcomer', '账户明细，新账号', 'newcomer', at('/accountDetail')),
  state('money-offers', '优惠中心', 'bettor', at('/bonus2?state=open')),
  state('money-coupons', '我的红包', 'bettor', at('/bonus3')),
  state('person-mobile', '绑定手机', 'newcomer', at('/BindCellphone')),
  state('person-mobile-bound', '绑定手机，已绑定', 'bettor', filled([SECURITY], at('/BindCellphone'))),
  state('person-email', '绑定邮箱', 'newcomer', at('/BindEmail')),
  state('person-steps', '完善资料', 'newcomer', at('/completeInfo')),
  state('person-real-name', '实名认证', 'newcomer', at('/realInfo')),
  state('person-real-name-done', '实名认证，已认证', 'bettor', filled([SECURITY], at('/realInfo'))),
  state('person-passwords', '修改密码', 'newcomer', at('/changePwd')),
  state('person-fund-password', '资金密码', 'newcomer', at('/changePwd?tab=fund')),
  state('person-sessions', '登录设备', 'bettor', at('/changePwd?tab=devices')),
  state('person-name', '修改昵称', 'bettor', at('/setUserName')),
  state('person-forgot', '找回密码', 'visitor', at('/forgetReg')),
  state('person-promote', '邀请注册', 'bettor', at('/registerpromote')),
];
